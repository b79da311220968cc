import { css } from 'lit';

export const detailsStyles = css`
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

  .amount strong {
    font-size: 1.25em;
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
    background: var(--_accent);
  }

  .part-heading {
    margin-block-end: calc(1.25 * var(--_space));
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

  form > .notice,
  .top-notice > .notice {
    margin-block-end: 1.25rem;
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
