/**
 * Moves the focus that a change of the screen has left on nothing. To somebody who is in another tab
 * or window that happens once they are back: before, no screen reader tells of it.
 */
export function onceHere(moveFocus: () => void, isHere = false): void {
  const moveIfFree = () => {
    if (document.activeElement === document.body) moveFocus();
  };
  if (isHere || document.hasFocus()) moveIfFree();
  // What they come back to by a press has the focus a moment later.
  else window.addEventListener('focus', () => requestAnimationFrame(moveIfFree), { once: true });
}
