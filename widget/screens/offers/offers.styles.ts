import { css } from 'lit';

export const offersStyles = css`
  .title + .lead {
    margin-block: 0.375rem 1rem;
  }

  .offers {
    display: grid;
    gap: 1rem;
    margin: 1.25rem 0;
    padding: 0;
    list-style: none;
  }

  .offer {
    padding: 1.125rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
  }

  .offer.current {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.375rem 1rem;
  }

  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
  }

  .price {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    justify-content: space-between;
    gap: 0.75rem 1.5rem;
    margin-block: 0.875rem;
    font-variant-numeric: tabular-nums;
  }

  .apr {
    font-size: clamp(2.25em, 1.5em + 4cqi, 2.75em);
    font-weight: 700;
    line-height: 1;
    letter-spacing: -0.03em;
  }

  .apr abbr {
    font-size: 0.5em;
    font-weight: 650;
    letter-spacing: 0;
    text-decoration: none;
  }

  .monthly strong {
    font-size: 1.25em;
    font-weight: 650;
  }

  .promo {
    margin-block: 0.875rem;
  }

  .figures {
    display: grid;
    margin: 0 0 1rem;
    border-block: 1px solid var(--_border);
  }

  .figures > div {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding-block: 0.5rem;
  }

  .figures > div + div {
    border-block-start: 1px solid var(--_border);
  }

  .figures dd {
    white-space: nowrap;
  }

  .counter {
    margin-block-end: 0.875rem;
    color: var(--_muted);
  }

  @container (min-width: 30rem) {
    .monthly {
      text-align: end;
    }

    .figures {
      grid-template-columns: repeat(3, 1fr);
      gap: 1rem;
      padding-block: 0.75rem;
    }

    .figures > div {
      display: block;
      padding: 0;
    }

    .figures > div + div {
      border: 0;
    }

    .figures dt {
      font-size: 0.875em;
    }
  }

  .offer .button {
    inline-size: 100%;
  }

  .offer > .small {
    margin-block-start: 0.625rem;
  }

  .offer > .small + .small {
    margin-block-start: 0.125rem;
  }

  .foot > * + * {
    margin-block-start: 0.75rem;
  }

  @container (min-width: 36rem) {
    .offer {
      padding: 1.375rem;
    }
  }
`;
