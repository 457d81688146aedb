"""`deskhand doctor`: tries everything for real.

window      the little program it works on, which writes down what it really received
trials      each thing that is tried
"""
