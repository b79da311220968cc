import { css } from 'lit';

/** Regulated texts: calm, but never smaller than they can be read. */
export const legalStyles = css`
  .legal {
    max-block-size: 18rem;
    overflow-y: auto;
    padding: 0 1rem 1rem;
    font-size: 0.875em;
  }

  .legal > p + p {
    margin-block-start: 0.625rem;
  }

  .legal > p {
    text-wrap: wrap;
    overflow-wrap: anywhere;
  }

  .collapsible {
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_field-radius);
    overflow: clip;
  }

  .collapsible + .collapsible {
    margin-block-start: 0.5rem;
  }

  summary {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3rem;
    padding: 0.5rem 1rem;
    font-weight: 550;
    cursor: pointer;
    list-style: none;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary:hover {
    background: var(--_raised);
  }

  summary > .icon:first-child {
    color: var(--_muted);
  }

  summary > .icon:last-child {
    margin-inline-start: auto;
    transition: rotate var(--_duration);
  }

  [open] > summary > .icon:last-child {
    rotate: 180deg;
  }

  summary:focus-visible,
  .legal:focus-visible {
    outline-offset: calc(-1 * var(--_focus-width));
  }
`;
