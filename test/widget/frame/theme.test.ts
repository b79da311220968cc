import { expect } from '@open-wc/testing';
import { applyTheme, isThemeProperties } from '../../../widget/frame/theme.ts';
import { themeProperties } from '../../helpers/theme-properties.ts';

function applied(properties: Record<string, string>): CSSStyleDeclaration {
  const root = document.createElement('div');
  applyTheme({ color_scheme: 'dark', properties }, root, themeProperties);
  expect(root.style.colorScheme).to.equal('dark');
  return root.style;
}

describe('applyTheme()', () => {
  it('takes what is known, and leaves what another version may know', () => {
    const style = applied({ '--soft-pull-accent': 'red', '--soft-pull-of-later': 'blue' });
    expect([...style].filter((name) => name.startsWith('--'))).to.deep.equal([
      '--soft-pull-accent',
    ]);
  });

  const refused = [
    ...['url(https://evil.example/x)', 'URL("x")', 'u\\72l(x)', 'x'.repeat(600)],
    ...['image-set("https://evil.example/x" 1x)', '-webkit-image-set("x" 1x)', 'src("x")'],
  ];
  for (const value of refused) {
    it(`fetches nothing for ${value.slice(0, 40)}, and keeps the rest of the look`, () => {
      const style = applied({ '--soft-pull-background': value, '--soft-pull-accent': 'red' });
      expect(style.getPropertyValue('--soft-pull-background')).to.equal('');
      expect(style.getPropertyValue('--soft-pull-accent')).to.equal('red');
    });
  }
});

describe('isThemeProperties()', () => {
  it('takes texts of properties that begin as they must, and nothing else', () => {
    expect(isThemeProperties({ '--soft-pull-accent': 'red' })).to.equal(true);
    for (const wrong of [{ color: 'red' }, { '--soft-pull-accent': 1 }, null, 'red', []]) {
      expect(isThemeProperties(wrong), JSON.stringify(wrong)).to.equal(false);
    }
  });
});
