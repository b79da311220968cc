import { sharedSheet } from '../styles/shared-sheet.ts';
import { FrameFlow, meetPage } from './frame-flow.ts';

sharedSheet.replaceSync(document.querySelector('style')?.textContent ?? '');
const flow = new FrameFlow(window);
void meetPage(window).then((connection) => flow.open(connection));
