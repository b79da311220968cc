import { css } from 'lit';

export const formStyles = css`
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

  @container (min-width: 30rem) {
    .field.half {
      grid-column: span 3;
    }
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
    align-items: center;
    margin-block-start: 0.375rem;
  }

  .control input,
  .control select {
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

  .control input:hover,
  .control select:hover {
    border-color: var(--_text);
  }

  .control input:focus-visible,
  .control select:focus-visible {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 0;
    border-color: var(--_focus);
  }

  [aria-invalid='true']:is(input, select) {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }

  @media (forced-colors: active) {
    .control :is(input, select) {
      border-width: 1px;
    }

    .control [aria-invalid='true']:is(input, select) {
      border-width: 3px;
    }
  }
`;
