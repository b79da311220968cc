import { css } from '../styles/sheet.ts';

/** The page around gives the frame the height that its content needs: nothing here ever scrolls. */
export const frameStyles = css`
  :root {
    color-scheme: light dark;
    overflow: hidden;
    background: transparent;
  }

  body {
    margin: 0;
  }
`;
