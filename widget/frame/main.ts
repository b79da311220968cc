import { FrameFlow } from './frame-flow.ts';
import { frameStyles } from './frame-styles.ts';
import { meetPage } from './handshake.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(frameStyles);
document.adoptedStyleSheets = [sheet];

const flow = new FrameFlow(window);
flow.open(await meetPage(window));
