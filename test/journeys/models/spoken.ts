import type { CDPSession, Page } from 'playwright-core';

/** What an assistive technology is given of one thing on the page. */
export interface Spoken {
  role: string;
  name: string;
  description: string;
  isInvalid: boolean;
  isRequired: boolean;
}

type Node = Awaited<ReturnType<typeof treeOf>>[number];

function treeOf(session: CDPSession, frameId: string) {
  return session.send('Accessibility.getFullAXTree', { frameId }).then(({ nodes }) => nodes);
}

/** Chromium's accessibility tree of the page, read from the start to the end, its frames included. */
export async function spokenOn(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const spoken: Spoken[] = [];
  for (const frame of await frameIds(session)) spoken.push(...(await spokenIn(session, frame)));
  await session.detach();
  return spoken;
}

async function frameIds(session: CDPSession): Promise<string[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const all: (typeof frameTree)[] = [frameTree];
  for (const tree of all) all.push(...(tree.childFrames ?? []));
  return all.map(({ frame }) => frame.id);
}

async function spokenIn(session: CDPSession, frameId: string): Promise<Spoken[]> {
  const nodes = await treeOf(session, frameId);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (node: Node): Node[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      return child === undefined ? [] : inOrder(child);
    }),
  ];
  const roots = nodes.filter(({ parentId }) => parentId === undefined);
  return roots
    .flatMap(inOrder)
    .filter(({ ignored, role }) => !ignored && role?.value !== 'InlineTextBox')
    .map(({ role, name, description, properties }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      isInvalid:
        properties?.some((one) => one.name === 'invalid' && one.value.value !== 'false') ?? false,
      isRequired:
        properties?.some((one) => one.name === 'required' && one.value.value === true) ?? false,
    }));
}

/** The running text, as it would be read aloud from top to bottom. */
export function wordsOf(spoken: readonly Spoken[]): string {
  return spoken
    .filter(({ role }) => role === 'StaticText')
    .map(({ name }) => name.trim())
    .join(' ')
    .replaceAll(/\s+(?=[.:\s])/g, '');
}
