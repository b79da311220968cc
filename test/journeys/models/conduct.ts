import type { Stage } from './stage.ts';

/** With little in view at once, on a phone, and in columns. */
const sizes = [
  { width: 320, height: 256 },
  { width: 360, height: 800 },
  { width: 768, height: 800 },
];

/**
 * What is wrong with a screen apart from its looks, one line each: what flashes and, at each size,
 * what is drawn in another order than it is read, and what covers the focus.
 */
export async function conductFaults(stage: Stage): Promise<string[]> {
  const found = await stage.content.evaluate(flashes);
  for (const size of sizes) {
    await stage.page.setViewportSize(size);
    await stage.settle();
    const faults = [
      ...(await stage.content.evaluate(disorder)),
      ...(await stage.content.evaluate(covers)),
    ];
    found.push(...faults.map((fault) => `${size.width} × ${size.height}: ${fault}`));
  }
  return found;
}

/*
 * Each of these runs in the page or the frame, and sees nothing but what is handed to it. The form
 * is no descendant of the card: it stands in a slot.
 */

/** Animations of the styles that change more than three times in a second. */
function flashes(content: Element): string[] {
  const most = 3;
  const steps = new Map<string, number>();
  const rules: CSSStyleRule[] = [];
  const read = (list: CSSRuleList) => {
    for (const rule of list) {
      if (rule instanceof CSSKeyframesRule) steps.set(rule.name, rule.cssRules.length);
      if (rule instanceof CSSStyleRule) rules.push(rule);
      if (rule instanceof CSSGroupingRule) read(rule.cssRules);
    }
  };
  const visit = (root: Document | ShadowRoot) => {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) read(sheet.cssRules);
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  visit(content.ownerDocument);
  return rules.flatMap(({ selectorText, style }) => {
    const durations = style.animationDuration.split(', ');
    return style.animationName.split(', ').flatMap((name, index) => {
      if (name === '' || name === 'none') return [];
      const duration = durations[index % durations.length] ?? '';
      const seconds = Number.parseFloat(duration) / (duration.endsWith('ms') ? 1_000 : 1);
      const changes = Math.max(1, (steps.get(name) ?? 1) - 1) / seconds;
      return changes <= most ? [] : [`${selectorText} flashes: ${name} ${duration}`];
    });
  });
}

/**
 * Blocks of text and fields that are drawn before what is read before them: above it, but in no
 * column of their own, or before it in the same line. And what Tab leads to out of turn.
 */
function disorder(content: Element): string[] {
  interface Block {
    of: Element;
    text: string;
    start: number;
    end: number;
    top: number;
    bottom: number;
  }
  const isRightToLeft = getComputedStyle(content).direction === 'rtl';
  const found: string[] = [];
  const blocks: Block[] = [];
  /** Lines of text are in the order of the document: they count as the block that they are in. */
  const blockOf = (element: Element): Element => {
    const around = element.assignedSlot ?? element.parentElement;
    const isInLine = /^(inline|contents)/.test(getComputedStyle(element).display);
    return isInLine && around !== null ? blockOf(around) : element;
  };
  const add = (of: Element, text: string, rect: DOMRect) => {
    if (rect.width <= 1 || rect.height <= 1) return;
    const { top, bottom } = rect;
    const start = isRightToLeft ? -rect.right : rect.left;
    const end = isRightToLeft ? -rect.left : rect.right;
    const last = blocks.at(-1);
    if (last?.of !== of) {
      blocks.push({ of, text, start, end, top, bottom });
      return;
    }
    last.text += ` ${text}`;
    last.start = Math.min(last.start, start);
    last.end = Math.max(last.end, end);
    last.top = Math.min(last.top, top);
    last.bottom = Math.max(last.bottom, bottom);
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const { parentElement } = node;
      if (parentElement === null || node.data.trim() === '') return;
      const range = document.createRange();
      range.selectNodeContents(node);
      add(blockOf(parentElement), node.data.trim(), range.getBoundingClientRect());
      return;
    }
    if (node instanceof HTMLSlotElement) {
      for (const each of node.assignedNodes()) visit(each);
      return;
    }
    if (!(node instanceof HTMLElement) || node.ariaHidden === 'true') return;
    const { visibility, clipPath, overflowY } = getComputedStyle(node);
    // For screen readers alone is what is clipped.
    const isSeen = visibility === 'visible' && clipPath !== 'inset(50%)' && node.checkVisibility();
    if (!isSeen) return;
    if (node.tabIndex > 0) found.push(`Tab leads out of turn to ${node.localName}`);
    // A total may stand above its name: both are one.
    const isWhole = node.matches('input, select, .total') || /auto|scroll/.test(overflowY);
    if (isWhole) add(blockOf(node), node.innerText || node.id, node.getBoundingClientRect());
    else for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
  };
  visit(content);
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (before === undefined) continue;
    const shared = Math.min(block.bottom, before.bottom) - Math.max(block.top, before.top);
    const lower = Math.min(block.bottom - block.top, before.bottom - before.top);
    const isBeside = shared > lower / 2;
    const isAbove = block.top < before.top && block.start < before.end - 1;
    if (isBeside ? block.end <= before.start + 1 : isAbove) {
      found.push(`“${block.text}” is drawn before “${before.text}”`);
    }
  }
  return found;
}

/** What is pinned, and what has the focus and cannot be seen at all. */
function covers(content: Element): string[] {
  const found: string[] = [];
  const reached = 'button, a[href], input:enabled, select, summary, [tabindex="0"]';
  const points = [
    [0.5, 0.5],
    [0.1, 0.1],
    [0.9, 0.1],
    [0.1, 0.9],
    [0.9, 0.9],
  ] as const;
  const isSeen = (element: Element): boolean => {
    const rect = element.getBoundingClientRect();
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    const root = element.getRootNode() as Document | ShadowRoot;
    return points.some(([x, y]) => {
      const hit = root.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      return element.contains(hit);
    });
  };
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const { position, visibility } = getComputedStyle(element);
      if (/fixed|sticky/.test(position)) found.push(`${position}: ${element.className}`);
      const isShown = visibility === 'visible' && element.checkVisibility();
      if (isShown && element.matches(reached)) {
        element.focus();
        if (!isSeen(element)) found.push(`the focus is covered: ${element.textContent?.trim()}`);
      }
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      if (!(element instanceof HTMLSlotElement)) continue;
      for (const each of element.assignedElements()) visit(each);
    }
  };
  visit(content);
  return found;
}
