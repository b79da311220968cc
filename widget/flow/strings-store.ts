import type { ReactiveControllerHost } from 'lit';
import type { Language } from '../contract/language.ts';
import { loadResults } from '../load-results.ts';
import { common } from '../strings/en/common.ts';
import { form } from '../strings/en/form.ts';
import type { FirstStrings, Strings } from '../strings/strings.ts';

/** What the form says in the language that travels with the flow. */
const firstEnglish: FirstStrings = { common, form };

/** In English what the form says, else what all screens say. @throws what `import()` throws */
async function loadStrings(language: Language): Promise<FirstStrings | Strings> {
  if (language === 'en') return firstEnglish;
  if (language === 'es') return (await import('../strings/es.ts')).es;
  const [{ disguised }, { allStrings }] = await Promise.all([
    import('../strings/ar-xb.ts'),
    loadResults(),
  ]);
  return disguised(allStrings(firstEnglish));
}

/** The language that is spoken. Until another is here, the one before goes on. */
export class StringsStore {
  current: FirstStrings | Strings = firstEnglish;
  /** Which they are in. */
  language: Language = 'en';
  /** False until the first language is here, or is known to be out of reach. */
  hasSettled = false;
  readonly #host: ReactiveControllerHost;
  #call = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async speak(language: Language): Promise<void> {
    const call = ++this.#call;
    const strings = await loadStrings(language).catch(() => null);
    if (strings !== null && call === this.#call) {
      this.current = strings;
      this.language = language;
    }
    this.hasSettled = true;
    this.#host.requestUpdate();
  }
}
