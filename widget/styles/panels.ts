import { css } from './sheet.ts';

/** Boxes that hold a message, and the sign above a heading. */
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
  }

  .notice strong {
    display: block;
    font-weight: 650;
  }

  .notice .small {
    margin-block-start: 0.375rem;
    color: inherit;
  }

  .hero {
    display: grid;
    place-items: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent-strong);
  }

  .hero .icon {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }

  .danger:is(.notice, .hero) {
    background: var(--_danger-soft);
    color: var(--_danger);
  }

  .warning:is(.notice, .hero, .badge) {
    background: var(--_warning-soft);
    color: var(--_warning);
  }

  @media (forced-colors: active) {
    .notice,
    .hero {
      border: 1px solid CanvasText;
    }
  }
`;
