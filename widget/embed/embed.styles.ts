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

export const embedStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }

  :host([hidden]) {
    display: none;
  }

  /* What is in a container gives it no width, and some boxes around, such as a dialog, ask for one. */
  .frame {
    contain-intrinsic-inline-size: min(42rem, 100vw - 4rem);
    max-inline-size: var(--_max-width);
    margin-inline: auto;
  }

  /* Beside the card, whatever the card's own height is. */
  .room {
    float: inline-start;
  }

  .inset,
  .skeleton span {
    box-sizing: border-box;
  }

  /* The page draws the box, the frame what is in it. */
  .framed {
    position: relative;
    padding: 0;
  }

  iframe {
    display: block;
    inline-size: 100%;
    border: 0;
  }

  /* Laid out as it will be, so that it can say how high it is. */
  iframe.waiting {
    position: absolute;
    inset-block-start: 0;
    visibility: hidden;
  }

  button {
    min-block-size: max(1.5rem, var(--_field-height));
    padding: 0.375rem 1.25rem;
    border: 0;
    border-radius: var(--_button-radius);
    background: var(--_text);
    color: var(--_background);
    font: inherit;
    font-weight: 600;
  }

  @media (forced-colors: active) {
    button {
      border: 3px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;
