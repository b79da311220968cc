import { css } from 'lit';

export const offersStyles = css`
  .title + .lead {
    margin-block: 0.375rem;
  }

  .stack:has(> *) {
    margin-block-start: var(--_space);
  }

  .sorting {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    margin-block-start: var(--_space);
  }

  /* What the buttons say is enough where there is little room. */
  .sorting > .small {
    position: absolute;
    clip-path: inset(50%);
  }

  .keys {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .key {
    flex: auto;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.75rem;
    border: 1px solid var(--_secondary-border);
    border-radius: var(--_button-radius);
    background: var(--_secondary);
    color: var(--_secondary-text);
    font-size: 0.875em;
    line-height: 1.25;
  }

  .key[aria-pressed='true'] {
    border-color: var(--_accent-strong);
    background: var(--_accent-soft);
    box-shadow: inset 0 0 0 1px var(--_accent-strong);
    color: var(--_accent-strong);
    font-weight: 600;
  }

  .offers {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(0.625 * var(--_space));
    margin: calc(0.75 * var(--_space)) 0 calc(1.25 * var(--_space));
    padding: 0;
    list-style: none;
  }

  .offer {
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_offer);
    overflow: clip;
  }

  .offer.current {
    border-color: var(--_offer-selected-border);
    background: var(--_offer-selected);
    box-shadow: inset 0 0 0 1px var(--_offer-selected-border);
  }

  .row {
    position: relative;
    padding: 0.75rem;
  }

  .head > .badge {
    margin-block: 0.25rem 0.125rem;
  }

  .offer .subtitle {
    font-size: 1em;
  }

  .opener {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 0.5rem;
    inline-size: 100%;
    min-block-size: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    letter-spacing: inherit;
    text-align: start;
  }

  /* All of the row opens the offer. */
  .opener::after {
    position: absolute;
    inset: 0;
    border-radius: calc(var(--_radius) - var(--_border-width));
    content: '';
  }

  .opener:focus-visible {
    outline: none;
  }

  .opener:focus-visible::after {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: calc(-1 * var(--_focus-width));
  }

  .opener .icon {
    color: var(--_muted);
    transition: rotate var(--_duration);
  }

  .opener[aria-expanded='true'] .icon {
    rotate: 180deg;
  }

  .row:hover .opener .icon {
    color: var(--_link);
  }

  /* Offers are compared: what stands where is up to the room there is, never to one offer's figures. */
  .price {
    display: grid;
    align-items: end;
    gap: 0.375rem 0.5rem;
    margin-block-start: 0.375rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.375;
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
    display: block;
    font-size: 0.5em;
    font-weight: inherit;
    line-height: 1.5;
    letter-spacing: 0;
    text-decoration: none;
  }

  .monthly > span {
    display: block;
    color: var(--_muted);
    font-size: 0.875em;
  }

  .monthly strong {
    color: var(--_text);
    font-size: 1.2143em;
    font-weight: 650;
  }

  .total {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1rem;
    color: var(--_muted);
    font-size: 0.875em;
  }

  .total strong {
    margin-inline-start: auto;
    color: var(--_text);
    font-weight: 600;
  }

  /* A band across the offer. */
  .promo {
    padding: 0.5rem 0.75rem 0.625rem;
    font-size: 0.875em;
    line-height: 1.4;
    background: var(--_warning-soft);
    color: var(--_warning);
  }

  .promo strong {
    font-weight: 650;
  }

  .promo + .more {
    padding-block-start: 0.75rem;
  }

  .more {
    padding: 0 0.75rem 0.75rem;
  }

  .more > * + * {
    margin-block-start: 0.625rem;
  }

  .more > .small + .small {
    margin-block-start: 0.125rem;
  }

  .facts {
    margin: 0;
    font-size: 0.9375em;
  }

  .facts > div {
    padding-block: 0.375rem;
  }

  /* The amount goes below its term only where the term's longest word leaves no room beside it. */
  .facts dt {
    flex: 1 min-content;
  }

  .facts dd {
    margin-inline-start: auto;
    overflow-wrap: normal;
  }

  @container (min-width: 20em) {
    .price {
      grid-template-columns: auto 1fr;
    }

    .monthly {
      text-align: end;
    }

    .total {
      grid-column: 1 / -1;
    }
  }

  @container (min-width: 30em) {
    .sorting > .small {
      position: static;
      clip-path: none;
    }

    .key {
      flex: none;
    }

    .facts {
      grid-template-columns: repeat(3, 1fr);
      gap: 0.75rem 1rem;
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

    .facts dd {
      white-space: nowrap;
    }
  }

  @container (min-width: 36em) {
    .row {
      padding: 0.875rem 1rem;
    }

    .promo,
    .more {
      padding-inline: 1rem;
    }

    .more {
      padding-block-end: 1rem;
    }

    .price {
      grid-template-columns: 3fr 4fr 3fr;
    }

    .monthly {
      text-align: start;
    }

    /* The amount over its name, as the payment over its number. */
    .total {
      flex-direction: column-reverse;
      grid-column: auto;
      align-items: end;
      gap: 0;
    }

    .total strong {
      font-size: 1.2143em;
    }

    .price > .lower {
      flex-direction: row;
      grid-column: 1 / -1;
      align-items: center;
      justify-content: start;
      gap: 0 0.5rem;
    }

    .lower strong {
      font-size: 1em;
    }
  }

  .offer .button {
    inline-size: 100%;
  }

  .foot > * + * {
    margin-block-start: 0.75rem;
  }

  @media (forced-colors: active) {
    .offer.current {
      border: 3px solid Highlight;
    }

    .key[aria-pressed='true'] {
      border: 3px solid Highlight;
    }

    .promo {
      border: 1px solid CanvasText;
    }
  }
`;
