/**
 * The second press of a double click is meant for what was there at the first. On a screen that has
 * come in between it would choose what nobody has read, so there it does nothing.
 */
export function ignoreDoublePress(flow: HTMLElement, drawn: () => string | null): void {
  let pressedOn: string | null = null;
  const judge = (event: MouseEvent): void => {
    if (event.detail < 2) pressedOn = drawn();
    else if (pressedOn !== drawn()) event.stopPropagation();
  };
  flow.addEventListener('click', judge, { capture: true });
}
