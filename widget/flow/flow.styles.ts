import { css } from 'lit';

export const flowStyles = css`
  :host {
    display: block;
    /* Of the element on the page, or as the page says through the channel. */
    color-scheme: inherit;
  }

  /* The page draws the box around the frame. */
  :host([framed]) .card {
    min-block-size: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
