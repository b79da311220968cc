import { css } from 'lit';

export const flowStyles = css`
  :host {
    container-type: inline-size;
  }

  /* The page draws the box around the frame. */
  :host([framed]) .card {
    min-block-size: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }

  /* The form has the room around it itself. */
  .filled {
    padding: 0;
  }

  .skeleton span {
    animation: breathe 1.6s ease-in-out infinite alternate;
  }

  .skeleton span:first-child {
    block-size: 2rem;
    inline-size: 70%;
  }

  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
`;
