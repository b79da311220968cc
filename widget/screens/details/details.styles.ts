import { css } from '../../styles/sheet.ts';

/** What stands around the fields. Regulated texts are calm, but never smaller than they can be read. */
export const detailsStyles = css`
  soft-pull-details-screen {
    display: block;
    padding: var(--_padding);
  }

  .legal {
    max-block-size: 18rem;
    overflow-y: auto;
    padding: 0 1rem 1rem;
    font-size: 0.875em;
  }

  :is(.legal, .authorization-text) > p {
    text-wrap: wrap;
  }

  :is(.legal, .authorization-text) > p + p {
    margin-block-start: 0.625rem;
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

  /* Its room is kept before it is known: two lines, or one where there is space. */
  .offered-by {
    min-block-size: 2lh;
    margin-block-end: 0.375rem;
  }

  @container (min-width: 36em) {
    .offered-by {
      min-block-size: 1lh;
    }
  }

  .title + .lead {
    margin-block-start: 0.375rem;
  }

  .amount {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1rem;
    margin-block-start: calc(1.25 * var(--_space));
    padding: 0.75rem 1rem;
    border-radius: var(--_field-radius);
    background: var(--_raised);
  }

  /* In large text on a small screen, in one line up to five digits. */
  .amount strong {
    font-size: min(1.25em, 7.5cqi);
    font-variant-numeric: tabular-nums;
  }

  .progress {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: 0.375rem;
    margin-block: calc(1.5 * var(--_space)) var(--_space);
  }

  .progress span {
    block-size: 0.25rem;
    border-radius: 0.25rem;
    background: var(--_border);
  }

  .progress .done {
    background: var(--_accent-strong);
  }

  .part-heading {
    margin-block-end: calc(1.25 * var(--_space));
  }

  .waiting > :not(.grid) {
    visibility: hidden;
  }

  .notices > * + *,
  .consents > * + * {
    margin-block-start: calc(1.25 * var(--_space));
  }

  .notices,
  .consents {
    margin-block-start: 0.5rem;
    padding-block-start: calc(1.25 * var(--_space));
    border-block-start: 1px solid var(--_border);
  }

  .summary,
  .top-notice > .notice {
    margin-block-end: 1.25rem;
  }

  .authorization {
    margin-block-start: calc(1.5 * var(--_space));
    padding: calc(1.125 * var(--_space));
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_field-radius);
    background: var(--_raised);
  }

  .authorization-text {
    font-size: 0.9375em;
  }

  .authorization-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    margin-block-end: 0.75rem;
  }

  .authorization .button {
    inline-size: 100%;
    margin-block-start: calc(1.125 * var(--_space));
  }

  .aside:empty {
    display: none;
  }

  .aside {
    margin-block: -0.5rem 1.25rem;
  }

  .consents .collapsible {
    margin-block-end: 0.75rem;
  }

  @media (forced-colors: active) {
    .progress span {
      border: 1px solid CanvasText;
    }

    .progress .done {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
