import { css } from 'lit';

/** How what comes after the first part looks; worn once it is here. */
export const lazyPartsStyles = css`
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
    position: absolute;
    inset-inline-end: 0.25rem;
    min-block-size: 2.5rem;
    min-inline-size: 3.5rem;
    justify-content: center;
    padding-inline: 0.625rem;
  }

  .control:has(.link) input {
    padding-inline-end: 5.5rem;
  }

  .choices {
    display: grid;
    gap: 0.5rem;
    margin-block-start: 0.375rem;
  }

  @container (min-width: 24rem) {
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
    border-color: var(--_accent);
    background: var(--_accent-soft);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }

  input:is([type='checkbox'], [type='radio']) {
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--_accent);
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

  .authorization {
    margin-block-start: calc(1.5 * var(--_space));
    padding: calc(1.125 * var(--_space));
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_field-radius);
    background: var(--_raised);
  }

  .authorization-text {
    font-size: 0.9375em;
  }

  .authorization-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    margin-block-end: 0.75rem;
  }

  .authorization .button {
    inline-size: 100%;
    margin-block-start: calc(1.125 * var(--_space));
  }

  .authorization-text > p + p {
    margin-block-start: 0.625rem;
  }

  .authorization-text > p {
    text-wrap: wrap;
    overflow-wrap: anywhere;
  }

  .aside:empty {
    display: none;
  }

  .aside {
    margin-block: -0.5rem 1.25rem;
  }

  .consents .collapsible {
    margin-block-end: 0.75rem;
  }

  .back {
    margin-block-start: var(--_space);
  }

  @media (forced-colors: active) {
    .choices .choice:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
