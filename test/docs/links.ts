import { existsSync } from 'node:fs';
import { read, root } from './read-readme.ts';

/** Links of a page that lead to no file of the repository, or to no heading of it. */
export function deadLinks(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)];
  return links
    .filter(([, path = '', anchor]) => !isThere(page, path, anchor))
    .map(([link]) => link);
}

function isThere(page: string, path: string, anchor: string | undefined): boolean {
  const here = new URL(page, root);
  const file = path === '' ? here : new URL(path, here);
  if (!existsSync(file)) return false;
  return (
    anchor === undefined ||
    anchorsOf(read(file.pathname.slice(root.pathname.length))).includes(anchor)
  );
}

/** What a heading is linked by. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
