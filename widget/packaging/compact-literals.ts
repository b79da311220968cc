import { type Plugin, Visitor } from 'vite';

const compacted: Readonly<Record<string, (text: string) => string>> = {
  css: compactStyles,
  html: compactMarkup,
};

/** Takes the indentation out of `css` and `html` literals in the files below a folder. */
export function compactLiterals(folder: string): Plugin {
  return {
    name: 'compact-literals',
    transform(code, id) {
      if (!id.startsWith(folder)) return null;
      const literals: { start: number; end: number; tag: string }[] = [];
      const visitor = new Visitor({
        TaggedTemplateExpression({ tag, quasi }) {
          const name = tag.type === 'Identifier' ? tag.name : '';
          literals.push(...quasi.quasis.map(({ start, end }) => ({ start, end, tag: name })));
        },
      });
      visitor.visit(this.parse(code));
      // From the end, so that what is before stays where it was.
      literals.sort((one, other) => other.start - one.start);
      return literals.reduce((text, { start, end, tag }) => {
        const literal = text.slice(start, end);
        return text.slice(0, start) + (compacted[tag]?.(literal) ?? literal) + text.slice(end);
      }, code);
    },
  };
}

/** Tags that stand on lines of their own, whatever is written around them. */
const blocks = '</?(?:div|p|li|ul)\\b';
const beforeTag = new RegExp(`\\s*\\n\\s*(/?>|${blocks})`, 'g');
const afterBlock = new RegExp(`(${blocks}[^<>]*>)\\s*\\n\\s*`, 'g');

/** A line break between tags is worth a space, as in HTML; within a tag or beside a block it is worth none. */
function compactMarkup(markup: string): string {
  return markup
    .replace(beforeTag, '$1')
    .replace(afterBlock, '$1')
    .replace(/\s*\n\s*/g, ' ');
}

function compactStyles(styles: string): string {
  return styles
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replace(/\b0\.(?=\d)/g, '.')
    .replaceAll(';}', '}')
    .trim();
}
