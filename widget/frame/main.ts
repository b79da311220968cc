import { sheetOf } from '../styles/sheet.ts';
import { FrameFlow } from './frame-flow.ts';
import { frameStyles } from './frame-styles.ts';
import { meetPage } from './handshake.ts';

document.adoptedStyleSheets = [sheetOf(frameStyles)];

const flow = new FrameFlow(window);
flow.open(await meetPage(window));
