import { css } from 'lit';

export const embedStyles = css`
  :host {
    display: block;
  }

  :host([hidden]) {
    display: none;
  }

  .card,
  .skeleton span {
    box-sizing: border-box;
  }

  button {
    min-block-size: 3rem;
    padding: 0.625rem 1.25rem;
    border: 0;
    border-radius: var(--_field-radius);
    background: var(--_accent);
    color: var(--_accent-text);
    font: inherit;
    font-weight: 600;
  }
`;
