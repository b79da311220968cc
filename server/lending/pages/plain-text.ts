const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** One of our own documents as text for an e-mail: a line for each block, no markup. */
export function plainText(ownHtml: string): string {
  return ownHtml
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/(?:h2|h3|p|tr|caption)>|<\/div>/g, '\n')
    .replaceAll(/<\/(?:dt|th|td)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
