import { css } from '../styles/sheet.ts';

/** It stands in the page's own text: type and colors are the page's, the terms included. */
export const messageStyles = css`
  :host {
    display: block;
  }

  :host([hidden]) {
    display: none;
  }

  p {
    margin: 0;
  }

  p + p {
    margin-block-start: 0.375em;
  }

  strong {
    white-space: nowrap;
  }

  .terms {
    font-size: 0.875em;
  }

  a,
  button {
    display: inline-block;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--soft-pull-link, var(--soft-pull-accent, inherit));
    font: inherit;
    text-decoration: underline;
    cursor: pointer;
  }

  :focus-visible {
    outline: 0.1875rem solid var(--soft-pull-focus, currentcolor);
    outline-offset: 0.125rem;
  }
`;
