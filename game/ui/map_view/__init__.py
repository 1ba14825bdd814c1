"""The board on screen: `Table` draws a view on a board and says what lies under the pointer."""

from game.ui.map_view.board_view import BoardView
from game.ui.map_view.camera import Camera
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.minimap import Minimap
from game.ui.map_view.view_state import TableState

__all__ = ["BoardView", "Camera", "Minimap", "TableState", "chit_face"]
