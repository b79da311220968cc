import { css } from 'lit';

/** Boxes that hold a message, facts or a legal text. */
export const panels = css`
  .notice {
    display: flex;
    gap: 0.75rem;
    padding: 0.875rem 1rem;
    border: 1px solid transparent;
    border-radius: var(--_field-radius);
    background: var(--_raised);
  }

  .notice .icon {
    margin-block-start: 0.125em;
  }

  .notice > div {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .notice strong {
    display: block;
    font-weight: 650;
  }

  .notice .small {
    margin-block-start: 0.375rem;
    color: inherit;
  }

  .notice.danger {
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  .notice.warning {
    background: var(--_warning-soft);
    color: var(--_warning);
  }

  .notice.success {
    background: var(--_success-soft);
    color: var(--_success);
  }

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
    overflow-wrap: anywhere;
  }

  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    padding: 0.125rem 0.625rem;
    border: 1px solid transparent;
    border-radius: 1rem;
    background: var(--_accent-soft);
    color: var(--_accent);
    font-size: 0.8125em;
    font-weight: 600;
  }

  .badge.warning {
    background: var(--_warning-soft);
    color: var(--_warning);
  }

  .hero {
    display: grid;
    place-items: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
  }

  .hero .icon {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }

  .hero.success {
    background: var(--_success-soft);
    color: var(--_success);
  }

  .hero.warning {
    background: var(--_warning-soft);
    color: var(--_warning);
  }

  .hero.danger {
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  .hero.neutral {
    background: var(--_raised);
    color: var(--_muted);
  }

  @media (forced-colors: active) {
    .notice,
    .badge,
    .hero {
      border: 1px solid CanvasText;
    }
  }
`;
