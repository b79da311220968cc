import { css } from './sheet.ts';

export const buttons = css`
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.625rem;
    min-block-size: max(1.5rem, var(--_field-height));
    padding: 0.375rem 1.25rem;
    border: var(--_border-width) solid var(--_secondary-border);
    border-radius: var(--_button-radius);
    background: var(--_secondary);
    color: var(--_secondary-text);
    font-weight: 600;
    line-height: 1.25;
    text-align: center;
    touch-action: manipulation;
    transition: background-color var(--_duration);
  }

  .button:hover {
    background: var(--_raised);
  }

  .button.primary {
    border-color: var(--_accent-border);
    background: var(--_accent);
    color: var(--_accent-text);
  }

  .button.primary:hover {
    background: var(--_accent-hover);
  }

  .button[aria-disabled='true'] {
    opacity: 0.65;
    cursor: progress;
  }

  .link {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 1.5rem;
    padding: 0.125rem 0;
    border: 0;
    background: none;
    color: var(--_link);
    font-weight: 550;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(0.75 * var(--_space));
    margin-block-start: calc(1.5 * var(--_space));
  }

  .actions .button {
    flex: 1 1 100%;
  }

  @container (min-width: 30em) {
    .actions .button {
      flex: 0 1 auto;
    }
  }

  .spinner {
    inline-size: 1.125em;
    block-size: 1.125em;
    flex: none;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }

  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }

  /* In every screen, which all have this sheet. */
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
    }
  }

  @media (forced-colors: active) {
    .button.button {
      border: 1px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .button.primary {
      border-width: 3px;
    }

    .button.button[aria-disabled='true'] {
      opacity: 1;
      color: GrayText;
      border-color: GrayText;
    }
  }
`;
