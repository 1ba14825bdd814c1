"""The board on screen: `Table` draws a view on a board and says what lies under the pointer."""

from game.table.camera import Camera
from game.table.chits import chit_face
from game.table.minimap import Minimap
from game.table.state import TableState
from game.table.table import Table

__all__ = ["Camera", "Minimap", "Table", "TableState", "chit_face"]
