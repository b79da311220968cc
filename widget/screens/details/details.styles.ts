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
    margin-block-start: 1.25rem;
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
    margin-block: 1.5rem 1rem;
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
    margin-block-end: 1.25rem;
  }

  .aside:empty {
    display: none;
  }

  .aside {
    margin-block: -0.5rem 1.25rem;
  }

  .notices > * + *,
  .consents > * + * {
    margin-block-start: 1.25rem;
  }

  .notices .reading + .reading {
    margin-block-start: 0.5rem;
  }

  .notices,
  .consents {
    margin-block-start: 0.5rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--_border);
  }

  .consents .reading {
    margin-block-end: 0.75rem;
  }

  .authorization {
    margin-block-start: 1.5rem;
  }

  form > .notice,
  .top-notice > .notice {
    margin-block-end: 1.25rem;
  }

  .back {
    margin-block-start: 1rem;
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
