import assert from 'node:assert/strict';
import { serverReadme } from './read-readme.ts';

/** Where a command is typed; one that stays has a terminal of its own. */
export type TerminalName = 'first' | 'second' | 'third' | 'fourth';

/** Commands, and what the page shows below them as their output. */
export interface Block {
  readonly terminal: TerminalName;
  readonly command: string;
  /** `…` stands for anything; null where nothing is shown. */
  readonly shown: string | null;
}

export const walkthrough = serverReadme;

const fence = /^```(sh|text)(?: (second|third|fourth))?\n([\s\S]*?)\n```$/gm;

/** The blocks of the section of this number, in their order. */
export function blocksOf(number: number): Block[] {
  const section = walkthrough.split(/^(?=## )/m).find((each) => each.startsWith(`## ${number}. `));
  assert.ok(section !== undefined, `the page has a section ${number}`);
  const blocks: Block[] = [];
  for (const [, language, name = 'first', text = ''] of section.matchAll(fence)) {
    const above = blocks.at(-1);
    const terminal = name as TerminalName;
    if (language === 'sh') blocks.push({ terminal, command: text, shown: null });
    else if (above !== undefined) blocks.splice(-1, 1, { ...above, shown: text });
  }
  return blocks;
}

/** What is printed where the page shows this. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`, 'm');
}
