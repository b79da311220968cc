import { axeFindings } from './accessibility.ts';
import type { Stage } from './stage.ts';

/** A page, and what of it is looked at. */
type Seen = Pick<Stage, 'page' | 'content'>;

/** WCAG 2.2, 2.5.8, without its exceptions but for links within a sentence. */
const smallestTarget = 24;

/** Everything that is wrong with a screen as it stands: empty when all is well. */
export async function faultsOf(stage: Seen): Promise<string[]> {
  const found = [...(await axeFindings(stage.page)), ...(await misfits(stage))];
  await stage.content.evaluate(spaceText, true);
  const spaced = await misfits(stage);
  await stage.content.evaluate(spaceText, false);
  return [...found, ...spaced.map((fault) => `text spaced: ${fault}`)];
}

/** As much as a reader may ask for by WCAG 2.2, 1.4.12, and back; runs like `look`. */
function spaceText(content: Element, isSpaced: boolean): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }
  `);
  const space = (root: Document | ShadowRoot) => {
    const { adoptedStyleSheets: sheets } = root;
    root.adoptedStyleSheets = isSpaced ? [...sheets, sheet] : sheets.slice(0, -1);
  };
  const visit = (root: ShadowRoot) => {
    space(root);
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  const tree = content.getRootNode();
  if (!(tree instanceof ShadowRoot)) return;
  visit(tree);
  // The form is a child of the flow, slotted into the card.
  space(tree.host.getRootNode() as Document | ShadowRoot);
}

/** What sticks out of the narrow page, or is too small to be hit; one line each. */
export async function misfits(stage: Seen): Promise<string[]> {
  const aside = await stage.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const inside = await stage.content.evaluate(look, smallestTarget);
  return aside > 0 ? [`the page is ${aside} px too wide`, ...inside] : inside;
}

/** Runs in the page or the frame, and sees nothing but what is handed to it. */
function look(content: Element, smallest: number): string[] {
  const found: string[] = [];
  const { clientWidth } = content.ownerDocument.documentElement;
  const nameOf = (element: Element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
  const targets = 'button, a[href], input, select, summary, [tabindex="0"]';
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1;
      if (isSeen && (left < -0.5 || right > clientWidth + 0.5)) {
        found.push(`out of the page: ${nameOf(element)} ${left}–${right}`);
      }
      if (isSeen && element.matches(targets) && (width < smallest || height < smallest)) {
        found.push(`${width} × ${height}: ${nameOf(element)}`);
      }
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const isShortened = getComputedStyle(element).overflowX !== 'visible';
      const holdsText = !element.matches('input, select, .visually-hidden, svg, svg *');
      if (isSeen && isCut && isShortened && holdsText) found.push(`cut off: ${nameOf(element)}`);
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      if (!(element instanceof HTMLSlotElement)) continue;
      for (const each of element.assignedElements()) visit(each);
    }
  };
  visit(content);
  return found;
}
