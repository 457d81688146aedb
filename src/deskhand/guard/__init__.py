"""What may be done: policy on the rendered action, limits of a batch. Decides; touches no screen."""
