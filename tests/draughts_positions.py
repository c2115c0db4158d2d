"""Positions for the tests of draughts: from random games, and as no game would bring them about."""

from random import Random

from hypothesis import strategies as st

from minimax_lessons import draughts


def played(seed, plies):
    """Return the position after random moves from the start, or where the game ended before."""
    random, position = Random(seed), draughts.start()
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(random.choice(position.moves()))
    return position


def random_fen(random):
    """Return a position as no game would bring it about: few or many pieces, kings anywhere."""
    squares = random.sample(range(1, 33), random.randint(2, 20))
    cut = random.randint(1, len(squares) - 1)
    sides = {"B": squares[:cut][:12], "W": squares[cut:][:12]}
    last_row = {"B": range(29, 33), "W": range(1, 5)}
    lists = {
        side: ",".join(
            f"K{s}" if s in last_row[side] or random.random() < 0.4 else str(s) for s in sorted(on)
        )
        for side, on in sides.items()
    }
    return f"{random.choice('BW')}:W{lists['W']}:B{lists['B']}"


def swapped(position):
    """Return the position with colours changed and the board turned round."""
    white, black = (
        ",".join(
            f"K{33 - s}" if letter.isupper() else str(33 - s)
            for s, letter in position.pieces.items()
            if letter.lower() == side
        )
        for side in "bw"
    )
    return draughts.from_fen(f"{'W' if position.black_to_move else 'B'}:W{white}:B{black}")


def one_sided(position):
    """Return an evaluation as a beginner writes it: pieces, and White's kings by how far up they stand."""
    worth = {"w": 10, "W": 15, "b": -10, "B": -15}
    return sum(
        worth[piece] + (square / 4 if piece == "W" else 0)
        for square, piece in position.pieces.items()
    )


positions = st.builds(played, st.integers(0, 10**9), st.integers(0, 120)) | st.builds(
    lambda seed: draughts.from_fen(random_fen(Random(seed))), st.integers(0, 10**9)
)
