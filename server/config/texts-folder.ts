import {
  type RegulatedText,
  RegulatedTexts,
  textLocales,
} from '../lending-api/texts/regulated-texts.ts';
import { sampleTexts } from '../lending-api/texts/sample-texts.ts';
import { SAMPLE_MARK } from '../lending-api/texts/text-entry.ts';
import {
  checkoutTextIds,
  lenderTextIds,
  messageTextIds,
  type TextId,
} from '../lending-api/texts/text-ids.ts';
import { isCalendarDate } from '../platform/calendar/calendar-date.ts';
import { ConfigError } from './environment.ts';
import { namesSampleBank } from './sandbox-settings.ts';
import type { World } from './settings-files.ts';

/** `needed`: the folder has them; `samples`: what it has not is a sample; `unused`: nobody asks. */
export type LenderTexts = 'needed' | 'samples' | 'unused';

const shownIds: readonly TextId[] = [...checkoutTextIds, ...messageTextIds];
const knownIds: ReadonlySet<string> = new Set([...shownIds, ...lenderTextIds]);

/** As long as an application may name a version; it stands in an address, too. */
const fileName = /^([A-Za-z0-9][\w.-]{0,39})\.txt$/;
const head = /^effective_from:(.*)/;
const placeholder = /\{[^{}]*\}/g;

/**
 * The regulated texts of `TEXTS_FOLDER`, `<id>/<locale>/<version>.txt`: a line
 * `effective_from: YYYY-MM-DD`, an empty line, then the text in UTF-8, its paragraphs parted by an
 * empty line. Each text that is shown has a version in force today, in every language.
 * @param lenderTexts of the embedded lending service's own pages, documents and notices
 * @throws ConfigError that names each text that is wrong or missing
 */
export function readTextsFolder(
  folder: string,
  world: World,
  lenderTexts: LenderTexts,
): RegulatedTexts {
  const faults: string[] = [];
  const own = namesIn(world, folder, faults)
    .filter((id) => !id.includes('.'))
    .flatMap((id) => versionsOf(world, `${folder}/${id}`, id, faults));
  if (faults.length > 0) throw wrong(faults.join('; '));
  const ownIds = new Set(own.map(({ id }) => id));
  const needed = new Set([
    ...shownIds,
    ...ownIds,
    ...(lenderTexts === 'needed' ? lenderTextIds : []),
  ]);
  const missing = missingToday(own, needed, world.today);
  if (missing.length > 0) {
    throw wrong(
      `${folder} has no version in force today of ${missing.join(', ')}; put each at <id>/<locale>/<version>.txt`,
    );
  }
  const samples = sampleTexts.all.filter(({ id }) => lenderTexts === 'samples' && !ownIds.has(id));
  return new RegulatedTexts([...own, ...samples]);
}

function wrong(what: string): ConfigError {
  return new ConfigError(`TEXTS_FOLDER is wrong: ${what}`);
}

/** Each text with the languages that it lacks. */
function missingToday(
  texts: readonly RegulatedText[],
  ids: ReadonlySet<TextId>,
  today: string,
): string[] {
  const inForce = new Set(
    texts.filter((text) => text.effective_from <= today).map(({ id, locale }) => `${id} ${locale}`),
  );
  return [...ids].flatMap((id) => {
    const lacking = textLocales.filter((locale) => !inForce.has(`${id} ${locale}`));
    return lacking.length === 0 ? [] : [`${id} (${lacking.join(', ')})`];
  });
}

/** What a folder holds; a name that begins with a dot is not for us. */
function namesIn({ listFolder }: World, folder: string, faults: string[]): string[] {
  try {
    return listFolder(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    faults.push(`${folder}: ${(error as Error).message}`);
    return [];
  }
}

function versionsOf(world: World, folder: string, id: string, faults: string[]): RegulatedText[] {
  if (!isTextId(id)) {
    faults.push(`${folder}: no text has this id`);
    return [];
  }
  const locales = namesIn(world, folder, faults).filter((name) => !name.includes('.'));
  return locales.flatMap((name) => {
    const locale = textLocales.find((each) => each === name);
    const path = `${folder}/${name}`;
    if (locale !== undefined) return localeOf(world, path, { id, locale }, faults);
    faults.push(`${path}: no language that is shown; name it ${textLocales.join(' or ')}`);
    return [];
  });
}

function isTextId(id: string): id is TextId {
  return knownIds.has(id);
}

function localeOf(
  world: World,
  folder: string,
  name: Pick<RegulatedText, 'id' | 'locale'>,
  faults: string[],
): RegulatedText[] {
  const texts = namesIn(world, folder, faults).flatMap((file) => {
    const path = `${folder}/${file}`;
    try {
      return [{ ...name, ...readVersion(world, path, file, name.id) }];
    } catch (error) {
      faults.push(`${path}: ${(error as Error).message}`);
      return [];
    }
  });
  const days = Map.groupBy(texts, ({ effective_from }) => effective_from);
  for (const [day, [first, second]] of days) {
    if (first === undefined || second === undefined) continue;
    const versions = `${first.version} and ${second.version}`;
    faults.push(`${folder}: ${versions} are both in force from ${day}; give each its own day`);
  }
  return texts;
}

/** @throws Error that says what is wrong with the file */
function readVersion(
  { readFile }: World,
  path: string,
  file: string,
  id: TextId,
): Pick<RegulatedText, 'version' | 'effective_from' | 'text'> {
  const version = fileName.exec(file)?.[1];
  if (version === undefined) {
    throw new Error('name it <version>.txt, of 40 letters, digits, dots, - or _ at most');
  }
  const content = readFile(path).replace('\uFEFF', '').replaceAll('\r\n', '\n');
  if (content.includes('\uFFFD')) throw new Error('it is not UTF-8');
  if (content.trim() === '') throw new Error('it is empty');
  const [line = '', date = ''] = head.exec(content) ?? [];
  const effective_from = date.trim();
  if (!isCalendarDate(effective_from)) {
    throw new Error('begin it with a line such as effective_from: 2026-03-01');
  }
  const text = content.slice(line.length).trim();
  refuseText(id, text);
  return { version, effective_from, text };
}

function refuseText(id: TextId, text: string): void {
  if (text === '') throw new Error('it has no text below its first line');
  if (text.includes(SAMPLE_MARK)) throw new Error('it is marked as a sample');
  if (namesSampleBank(text)) throw new Error('it names the sample bank; name the lender');
  const known = placeholdersOf(id);
  const unknown = text.match(placeholder)?.find((each) => !known.has(each));
  if (unknown === undefined) return;
  const allowed = known.size === 0 ? 'it can have none' : `it can have ${[...known].join(', ')}`;
  throw new Error(`${unknown} would not be filled; ${allowed}`);
}

/** Those that the sample has: a value is there for each. */
function placeholdersOf(id: TextId): ReadonlySet<string> {
  const samples = sampleTexts.all.filter((text) => text.id === id);
  return new Set(samples.flatMap(({ text }) => text.match(placeholder) ?? []));
}
