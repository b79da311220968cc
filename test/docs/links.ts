import { existsSync } from 'node:fs';
import { packageDocs } from '../../demo/docs/package-docs.ts';
import { read, root } from './read-readme.ts';

/** Made by the build. */
const packed = 'widget/dist/docs/';
const packedDocs = await packageDocs();

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
  const name = file.pathname.slice(root.pathname.length);
  if (name.startsWith(packed)) return isPacked(packedDocs, name.slice(packed.length), anchor);
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(read(name)).includes(anchor);
}

/** True if files that are held by their paths have a file, or one below a folder, and its anchor. */
export function isPacked(
  files: Readonly<Record<string, string>>,
  path: string,
  anchor: string | undefined,
): boolean {
  if (path.endsWith('/')) return Object.keys(files).some((file) => file.startsWith(path));
  const text = files[path];
  return text !== undefined && (anchor === undefined || anchorsOf(text).includes(anchor));
}

/** What a heading is linked by, and what names itself. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  const named = [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
  const ofHeadings = headings.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...ofHeadings, ...named];
}
