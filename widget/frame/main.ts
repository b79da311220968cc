import { css, sheetOf } from '../styles/sheet.ts';
import { FrameFlow } from './frame-flow.ts';
import { meetPage } from './handshake.ts';

/** The page around gives the frame the height that its content needs: nothing here ever scrolls. */
const frameStyles = css`
  :root {
    color-scheme: light dark;
    overflow: hidden;
    background: transparent;
  }

  body {
    margin: 0;
  }
`;

document.adoptedStyleSheets = [sheetOf(frameStyles)];

const flow = new FrameFlow(window);
flow.open(await meetPage(window));
