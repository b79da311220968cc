/**
 * The second press of a double click is meant for what was there at the first. On a screen
 * or a part of the form that has come in between it would choose what nobody has read, so there it
 * does nothing.
 */
export function ignoreDoublePress(flow: HTMLElement, drawn: () => string): void {
  let pressedOn: string | null = null;
  const handleClick = (event: MouseEvent): void => {
    if (event.detail < 2) pressedOn = drawn();
    else if (pressedOn !== drawn()) {
      event.stopPropagation();
      // A box would be ticked, a form sent and a link followed all the same.
      event.preventDefault();
    }
  };
  flow.addEventListener('click', handleClick, { capture: true });
}
