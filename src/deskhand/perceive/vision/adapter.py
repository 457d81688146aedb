"""An adapter with eyes: the tree of another one and what is only drawn."""

from __future__ import annotations

from deskhand.adapters.passing import PassingAdapter
from deskhand.adapters.protocol import Adapter
from deskhand.perceive.vision.reader import OcrReader
from deskhand.perceive.vision.seeing import SeeingTree
from deskhand.perceive.vision.sight import Sight


class SeeingAdapter(PassingAdapter):
    """Another adapter whose tree holds what pictures show too. Nothing is read before somebody asks for it."""

    def __init__(self, adapter: Adapter) -> None:
        super().__init__(adapter)
        self.reader: OcrReader = OcrReader()
        self.sight: Sight = Sight(adapter.screen, self.reader)
        self._tree = SeeingTree(adapter.tree, adapter.windows, self.sight)

    @property
    def tree(self) -> SeeingTree:
        return self._tree
