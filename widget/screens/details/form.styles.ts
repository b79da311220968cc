import { css } from '../../styles/sheet.ts';

/** What can be typed, chosen or ticked, and what is wrong with it. */
export const fieldStyles = css`
  .grid {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    column-gap: var(--_space);
  }

  /* Label, hint, control and error share their rows with the neighbour's, so that controls align. */
  .field {
    grid-column: 1 / -1;
    grid-row: span 4;
    display: grid;
    grid-template-rows: subgrid;
    min-inline-size: 0;
    margin: 0 0 calc(1.125 * var(--_space));
    padding: 0;
    border: 0;
  }

  fieldset.field {
    display: block;
    grid-row: auto;
  }

  @container (min-width: 30em) {
    .field.half {
      grid-column: span 3;
    }
  }

  .more {
    grid-column: 1 / -1;
    margin-block-end: calc(1.125 * var(--_space));
  }

  .more > summary {
    display: inline-flex;
    min-block-size: max(1.5rem, 0.75 * var(--_field-height));
    padding: 0;
    color: var(--_link);
    font-weight: 550;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .more > summary:hover {
    background: none;
    text-decoration-thickness: 2px;
  }

  .more[open] {
    margin-block-end: 0;
  }

  .more[open] > summary {
    margin-block-end: 0.5rem;
  }

  label,
  legend {
    padding: 0;
    font-weight: 600;
  }

  .optional {
    color: var(--_muted);
    font-weight: 400;
  }

  .hint {
    color: var(--_muted);
    font-size: 0.875em;
  }

  .error {
    display: flex;
    gap: 0.375rem;
    margin-block-start: 0.375rem;
    color: var(--_danger);
    font-size: 0.875em;
    font-weight: 550;
  }

  .control {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    margin-block-start: 0.375rem;
  }

  .control :is(input, select) {
    inline-size: 100%;
    min-block-size: max(1.5rem, var(--_field-height));
    padding: 0.25rem var(--_field-padding);
    border: var(--_border-width) solid var(--_field-border);
    border-radius: var(--_field-radius);
    background: var(--_field);
    color: var(--_text);
    font: inherit;
    /* Below 16 px, phones zoom into the page when a field takes the focus. */
    font-size: max(1em, 16px);
    transition: border-color var(--_duration);
  }

  .control select {
    appearance: none;
    padding-inline-end: 2.75rem;
    text-overflow: ellipsis;
  }

  .control :is(input, select):hover {
    border-color: var(--_text);
  }

  .control :is(input, select):focus-visible {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 0;
    border-color: var(--_focus);
  }

  [aria-invalid='true']:is(input, select) {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }

  .prefix {
    position: absolute;
    inset-inline-start: var(--_field-padding);
    color: var(--_muted);
  }

  .prefix + input {
    padding-inline-start: calc(var(--_field-padding) + 0.875rem);
  }

  .chevron {
    position: absolute;
    inset-inline-end: var(--_field-padding);
    display: grid;
    color: var(--_muted);
    pointer-events: none;
  }

  .masked {
    -webkit-text-security: disc;
  }

  .control .link {
    min-block-size: 2.5rem;
    padding-inline: 0.625rem;
  }

  /* In large text on a small screen, what is typed needs the whole field. */
  @container (min-width: 15em) {
    .control .link {
      position: absolute;
      inset-inline-end: 0.25rem;
    }

    .control:has(.link) input {
      padding-inline-end: 5.5rem;
    }
  }

  .choices {
    display: grid;
    gap: 0.5rem;
    margin-block-start: 0.375rem;
  }

  @container (min-width: 24em) {
    .choices {
      grid-auto-flow: column;
      grid-auto-columns: 1fr;
    }
  }

  .choice {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
    font-weight: 400;
    cursor: pointer;
  }

  .choices .choice {
    align-items: center;
    min-block-size: max(1.5rem, var(--_field-height));
    padding: 0.25rem var(--_field-padding);
    border: var(--_border-width) solid var(--_field-border);
    border-radius: var(--_field-radius);
    background: var(--_field);
    transition: background-color var(--_duration);
  }

  .choices .choice:hover {
    border-color: var(--_text);
  }

  .choices .choice:has(:checked) {
    border-color: var(--_accent-strong);
    background: var(--_accent-soft);
    box-shadow: inset 0 0 0 1px var(--_accent-strong);
  }

  input:is([type='checkbox'], [type='radio']) {
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--_accent-strong);
  }

  .box + .box {
    margin-block-start: var(--_space);
  }

  .box .hint,
  .box .error {
    margin-inline-start: 2.25rem;
  }

  .summary ul {
    margin: 0.25rem 0 0;
    padding: 0;
    list-style: none;
  }

  .summary a {
    display: inline-block;
    min-block-size: 1.5rem;
    padding-block: 0.125rem;
    color: inherit;
    text-underline-offset: 0.2em;
  }

  @media (forced-colors: active) {
    .control :is(input, select) {
      border-width: 1px;
    }

    .control [aria-invalid='true']:is(input, select) {
      border-width: 3px;
    }

    .choices .choice:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
