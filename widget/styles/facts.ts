import { css } from 'lit';

/** Terms with their values, and the badges beside them. */
export const factStyles = css`
  .facts {
    display: grid;
    margin-block-end: 0;
    border-block: 1px solid var(--_border);
  }

  .facts > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.125rem 1rem;
    padding-block: 0.625rem;
  }

  .facts > div + div {
    border-block-start: 1px solid var(--_border);
  }

  dt {
    color: var(--_muted);
  }

  dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  a {
    display: inline-block;
    min-block-size: 1.5rem;
  }

  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    padding: 0.125rem 0.625rem;
    /* Seen in forced colors. */
    border: 1px solid transparent;
    border-radius: 1rem;
    background: var(--_accent-soft);
    color: var(--_accent-strong);
    font-size: 0.8125em;
    font-weight: 600;
  }

  .hero.success {
    background: var(--_success-soft);
    color: var(--_success);
  }

  .hero.neutral {
    background: var(--_raised);
    color: var(--_muted);
  }
`;
