import { css } from 'lit';

export const offersStyles = css`
  .title + .lead {
    margin-block: 0.375rem 1rem;
  }

  .offers {
    display: grid;
    gap: var(--_space);
    margin: calc(1.25 * var(--_space)) 0;
    padding: 0;
    list-style: none;
  }

  .offer {
    padding: calc(1.25 * var(--_space));
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_offer);
  }

  .offer.current {
    border-color: var(--_offer-selected-border);
    background: var(--_offer-selected);
    box-shadow: inset 0 0 0 1px var(--_offer-selected-border);
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

  /* Offers are compared: what stands where is up to the room there is, never to one offer's figures. */
  .price {
    display: grid;
    align-items: end;
    gap: 0.75rem 1.5rem;
    margin-block: 0.875rem;
    font-variant-numeric: tabular-nums;
  }

  .apr {
    color: var(--_apr-text);
    font-family: var(--_heading-font);
    /* More conspicuous than any other figure (Regulation Z, 1026.17(a)(2)), whatever the theme. */
    font-size: max(1.5em, var(--_apr-size));
    font-weight: var(--_apr-weight);
    line-height: 1;
    letter-spacing: -0.03em;
  }

  .apr .unit {
    font-size: 0.5em;
    font-weight: inherit;
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

  .facts {
    margin: 0 0 1rem;
  }

  /* The amount goes below its term only where the term's longest word leaves no room beside it. */
  .facts dt {
    flex: 1 min-content;
  }

  .facts dd {
    margin-inline-start: auto;
    white-space: nowrap;
  }

  .counter {
    margin-block-end: 0.875rem;
    color: var(--_muted);
  }

  @container (min-width: 36rem) {
    .price {
      grid-template-columns: auto 1fr;
    }

    .monthly {
      text-align: end;
    }
  }

  @container (min-width: 30rem) {
    .facts {
      grid-template-columns: repeat(3, 1fr);
      gap: 1rem;
      padding-block: 0.75rem;
    }

    .facts > div {
      display: block;
      padding: 0;
    }

    .facts > div + div {
      border: 0;
    }

    .facts dt {
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

  @media (forced-colors: active) {
    .offer.current {
      border: 3px solid Highlight;
    }
  }
`;
