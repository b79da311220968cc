import { css } from '../styles/sheet.ts';

/**
 * No browser says when a custom property changes. A transition that takes no time does: it is
 * announced, and nothing moves.
 */
export function noticing(properties: readonly string[]): string {
  const changes = [...properties, 'color-scheme'].map(
    (name) => `${name} 1ms step-start allow-discrete`,
  );
  return `.frame{transition:${changes.join()}}`;
}

/**
 * What the element draws around the flow; the text travels with the script, so notes stand here.
 * - `color-scheme` follows the reader's system; a page pins it from outside.
 * - `.frame`: what is in a container gives it no width, and some boxes around, such as a dialog, ask
 *   for one.
 * - `.room`: beside the card, whatever the card's own height is.
 * - `.framed`: the page draws the box, the frame what is in it; their corners are the same.
 * - `.markup::slotted(iframe)` wins over the page, which sizes what is its own.
 * - The button's edge is seen in forced colors only.
 * - `iframe.waiting` is laid out as it will be, so that it can say how high it is.
 */
export const embedStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    color-scheme: light dark;
  }

  :host([hidden]) {
    display: none;
  }

  .frame {
    contain-intrinsic-inline-size: min(max(42rem, 672px), 100vw - 4rem);
    max-inline-size: var(--_max-width);
    margin-inline: auto;
  }

  .room {
    float: inline-start;
  }

  * {
    box-sizing: border-box;
  }

  .framed {
    position: relative;
    padding: 0;
  }

  iframe,
  .markup::slotted(iframe) {
    display: block !important;
    inline-size: 100% !important;
    border: 0 !important;
    border-radius: calc(var(--_radius) - var(--_border-width));
  }

  .markup::slotted(iframe) {
    block-size: var(--_height) !important;
    max-block-size: none !important;
  }

  iframe.waiting {
    position: absolute;
    inset-block-start: 0;
    visibility: hidden;
  }

  .inset button {
    min-block-size: max(1.5rem, var(--_field-height));
    padding: 0.375rem 1.25rem;
    border: 3px solid transparent;
    border-radius: var(--_button-radius);
    background: var(--_text);
    color: var(--_background);
    font: inherit;
    font-weight: 600;
  }
`;
