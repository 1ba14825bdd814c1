"""The sounds of marches, great events and seasons, synthesised from noise and tones by their recipes here: CC0, ours.

Run: python -m tests.programs.make_sounds [name ...]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from random import Random

from game.packs.plain_media import wav_of
from tests import ROOT

FOLDER = ROOT / "sounds" / "standard"
RATE = 8000
Wave = list[float]


def noise(seconds: float, seed: int, low: float = 1.0, high: float = 0.0) -> Wave:
    """Noise; ``low``: share of each new sample that passes (less is duller), ``high``: how much of the bass is cut."""
    random, out, smooth, drift = Random(seed), [], 0.0, 0.0
    for _ in range(round(seconds * RATE)):
        smooth += low * (random.uniform(-1, 1) - smooth)
        drift += high * (smooth - drift)
        out.append(smooth - drift if high else smooth)
    return loud(out)


def tone(seconds: float, pitch: Callable[[float], float], overtones: tuple[float, ...] = (1.0,)) -> Wave:
    """A tone whose pitch may glide; overtones with their strengths."""
    out, phase = [], 0.0
    for n in range(round(seconds * RATE)):
        phase += math.tau * pitch(n / RATE) / RATE
        out.append(sum(part * math.sin(phase * (k + 1)) for k, part in enumerate(overtones)))
    return loud(out)


def loud(wave: Wave, peak: float = 1.0) -> Wave:
    """As loud as it can be."""
    most = max(map(abs, wave), default=0.0) or 1.0
    return [value * peak / most for value in wave]


def shaped(wave: Wave, shape: Callable[[float], float]) -> Wave:
    """Louder and softer over its time, which runs from 0 to 1."""
    return [value * shape(n / len(wave)) for n, value in enumerate(wave)]


def mixed(*waves: tuple[float, float, Wave]) -> Wave:
    """Sounds together: when each begins in seconds, how loud, and it."""
    out = [0.0] * max(round(at * RATE) + len(wave) for at, _, wave in waves)
    for at, part, wave in waves:
        start = round(at * RATE)
        for n, value in enumerate(wave):
            out[start + n] += part * value
    return out


def fading(rate: float) -> Callable[[float], float]:
    """A blow that dies away."""
    return lambda part: min(1.0, part * 60) * math.exp(-rate * part)


def swelling(part: float) -> float:
    """Near, loud, away."""
    return math.sin(math.pi * part) ** 2


def looped(wave: Wave, seam: float = 0.6) -> Wave:
    """Without a seam: its end fades into its beginning."""
    over = round(seam * RATE)
    head, tail = wave[:over], wave[-over:]
    joint = [
        a * math.sqrt(n / over) + b * math.sqrt(1 - n / over) for n, (a, b) in enumerate(zip(head, tail, strict=True))
    ]
    return joint + wave[over:-over]


def tracks() -> Wave:
    """Tanks: an engine, and links that clatter."""
    engine = tone(0.9, lambda t: 46 + 3 * math.sin(9 * t), (1, 0.8, 0.6, 0.4, 0.3))
    links = [(0.045 * n, 0.35, shaped(noise(0.03, n, 0.9, 0.3), fading(6))) for n in range(18)]
    return shaped(mixed((0, 1, engine), (0, 0.35, noise(0.9, 1, 0.2)), *links), swelling)


def train() -> Wave:
    """A train: two beats at each joint of the rails."""
    beats = [(at, 0.9, shaped(noise(0.07, n, 0.5), fading(5))) for n, at in enumerate((0.05, 0.15, 0.45, 0.55, 0.85))]
    return shaped(mixed((0, 0.25, noise(1.0, 7, 0.15)), *beats), lambda part: 1 - 0.5 * part)


def aircraft() -> Wave:
    """Two engines not quite in step, that pass."""
    one = tone(1.3, lambda t: 98 - 14 * t, (1, 0.7, 0.5, 0.3))
    other = tone(1.3, lambda t: 101.5 - 14 * t, (1, 0.6, 0.4))
    return shaped(mixed((0, 0.6, one), (0, 0.5, other), (0, 0.12, noise(1.3, 3, 0.3))), swelling)


def ship() -> Wave:
    """A wave along a hull."""
    return shaped(noise(1.0, 11, 0.25, 0.02), swelling)


def flag() -> Wave:
    """Cloth in the wind, and a short call."""
    cloth = [(0.1 * n, 0.4, shaped(noise(0.09, 20 + n, 0.5, 0.2), swelling)) for n in range(5)]
    call = shaped(tone(0.5, lambda t: 392 if t < 0.14 else 523, (1, 0.5, 0.35, 0.2)), fading(3))
    return mixed(*cloth, (0.1, 0.55, call))


def pocket() -> Wave:
    """A ring that closes: two low strokes."""
    stroke = shaped(tone(0.7, lambda t: 110, (1, 0.5, 0.25)), fading(5))
    lower = shaped(tone(0.7, lambda t: 82.4, (1, 0.6, 0.3)), fading(4))
    return mixed((0, 0.8, stroke), (0.22, 1.0, lower))


def season() -> Wave:
    """The weather turns: a gust."""
    return shaped(noise(1.2, 31, 0.18, 0.02), swelling)


def lost() -> Wave:
    """A formation is gone: a far, dull burst."""
    return mixed(
        (0, 1.0, shaped(noise(1.0, 41, 0.12), fading(5))), (0.16, 0.5, shaped(noise(0.8, 42, 0.08), fading(4)))
    )


def wind() -> Wave:
    """A summer wind over grass."""
    wave = noise(4.5, 51, 0.14, 0.01)
    return looped([v * (0.6 + 0.4 * math.sin(math.tau * n / RATE / 2.5)) for n, v in enumerate(wave)])


def rain() -> Wave:
    """Rain on mud: a hiss, and drops."""
    random = Random(61)
    drops = [(random.uniform(0, 4.3), random.uniform(0.2, 0.6), _drop(n)) for n in range(70)]
    return looped(mixed((0, 0.35, noise(4.5, 62, 0.6, 0.2)), *drops))


def _drop(seed: int) -> Wave:
    pitch = Random(seed).uniform(300, 900)
    return shaped(tone(0.05, lambda t: pitch + 4000 * t), fading(6))


def snow() -> Wave:
    """A still winter: thin wind, and guns far away."""
    shots = ((0.9, 0.8), (1.5, 0.5), (3.9, 0.7))
    guns = [(at, part, shaped(noise(0.9, n, 0.05), fading(4))) for n, (at, part) in enumerate(shots)]
    return looped(mixed((0, 0.12, noise(4.8, 71, 0.3, 0.05)), *guns))


SOUNDS: dict[str, Callable[[], Wave]] = {
    "tracks": tracks,
    "train": train,
    "aircraft": aircraft,
    "ship": ship,
    "flag": flag,
    "pocket": pocket,
    "season": season,
    "lost": lost,
}
BEDS: dict[str, Callable[[], Wave]] = {"bed_good": wind, "bed_mud": rain, "bed_snow": snow}
"""Of these the samples have 8 bits: they are played softly, and are long."""


def as_file(name: str) -> bytes:
    """A sound as its file has it."""
    if name in BEDS:
        wave = loud(BEDS[name](), 0.9)
        return wav_of(bytes(round(128 + 127 * value) for value in wave), 1, RATE, 8)
    wave = loud(SOUNDS[name](), 0.85)
    return wav_of(b"".join(round(32767 * v).to_bytes(2, "little", signed=True) for v in wave), 1, RATE, 16)


def main() -> None:
    """Write them again."""
    for name in sys.argv[1:] or [*SOUNDS, *BEDS]:
        (FOLDER / f"{name}.wav").write_bytes(as_file(name))


if __name__ == "__main__":
    main()
