import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { scriptTag, styledTag } from '../../demo/docs/quick-start.ts';
import { demoPersonas } from '../../demo/personas.ts';
import { BffError, problemOf } from '../../server/bff/errors.ts';
import { merchantApiRoutes } from '../../server/bff/merchant-api/routes.ts';
import { withParameter } from '../../server/bff/tokens/return-code.ts';
import {
  sandboxPaymentIdentifier,
  sandboxSecretKey,
} from '../../server/config/sandbox-settings.ts';
import { keywordOf } from '../../server/lending/domain/messages/preference-messages.ts';
import { magicValues } from '../../server/lending/providers/magic-values.ts';
import { personas } from '../../server/lending/providers/personas.ts';
import { orderRefusalReasons } from '../../widget/contract/order-refusal.ts';
import { chargeOutcomes } from '../../widget/contract/outcome.ts';
import { embedTexts } from '../../widget/embed/load-failure.ts';
import { elementFacts } from '../../widget/packaging/element-facts.ts';
import { readManifest } from '../../widget/packaging/manifest.ts';
import { exportedParts } from '../../widget/styles/parts.ts';
import { totals } from '../conformance/totals.ts';
import { startTestLending } from '../helpers/lending.ts';
import { documentedControls } from '../helpers/sandbox-controls.ts';
import { themeProperties } from '../helpers/theme-properties.ts';
import { deadLinks } from './links.ts';
import { eventFacts } from './public-element.ts';
import {
  codes,
  read,
  readme,
  root,
  sandboxReadme,
  serverReadme,
  table,
  testReadme,
  widgetReadme,
} from './read-readme.ts';
import { constantsOf } from './source-constants.ts';

const [checkout] = elementFacts(readManifest());
const element = read('widget/embed/soft-pull-checkout-element.ts');

/** A body as a cell shows it; a long one only where it can be browsed. */
function shownBody(example: unknown): string {
  const text = JSON.stringify(example);
  return text.length > 100 ? '/docs/sandbox' : text;
}

/** What the element's own documentation lists under a tag, such as `@csspart`. */
function documented(pattern: RegExp): string[] {
  return [...element.matchAll(pattern)].map(([, name = '']) => name).sort();
}

/** Every page of the repository, by its path. */
const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.md') && !/(?:^|\/)(?:node_modules|dist|\.\w+)\//.test(path),
);

describe('README.md', () => {
  it('is a page that one reads in one go', () => {
    assert.ok(readme.split('\n').length <= 151);
  });

  it('shows the tag that the docs show', () => {
    const view = { bffUrl: 'https://BFF', publishableKey: 'pk_…' };
    assert.equal(scriptTag(view).trim().split('\n').length, 10);
    assert.ok(readme.includes(`\`\`\`html${scriptTag(view)}\n\`\`\``));
    assert.ok(widgetReadme.includes(`\`\`\`html${styledTag(view)}\n\`\`\``));
  });

  it('leads to every page that has a reader of its own', () => {
    for (const path of [
      'server/TOUR.md',
      'server/OPERATIONS.md',
      'server/lending/DECISIONS.md',
      'server/bff/README.md',
      'server/lending/README.md',
      'server/lending/sandbox/README.md',
      'test/README.md',
      'widget/ACCESSIBILITY.md',
    ]) {
      assert.ok(readme.includes(`](${path}`), path);
    }
  });
});

describe('server/TOUR.md', () => {
  const tour = read('server/TOUR.md');
  const linked = [...tour.matchAll(/\]\(([^)]+\.ts)\)/g)].map(([, path = '']) =>
    join('server', path),
  );
  const stops = tour.split('\n').filter((line) => /^\d+\. .*`[^`]+\.ts`/.test(line));

  /** The files that a line names, each with all that could be meant by its name. */
  const filesOf = (line: string) =>
    [...line.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) =>
      linked.filter((path) => `/${path}`.endsWith(`/${name}`)),
    );

  it('names files that it has a link to', () => {
    assert.notEqual(stops.length, 0);
    for (const stop of stops) {
      for (const paths of filesOf(stop)) assert.notEqual(paths.length, 0, stop);
    }
  });

  it('names functions that the files of their line have', () => {
    for (const stop of stops) {
      const sources = filesOf(stop).flat().map(read).join('\n');
      for (const [, name] of stop.matchAll(/`#?(\w+)\(\)`/g)) {
        assert.ok(new RegExp(`\\b${name}\\b`).test(sources), `${name}: ${stop}`);
      }
    }
  });
});

describe('server/README.md', () => {
  it('keeps the merchants’ secrets in folders that Git ignores', () => {
    const ignored = read('.gitignore').split('\n');
    const files = [...serverReadme.matchAll(/\bMERCHANTS_FILE=(\S+)/g)];
    assert.notEqual(files.length, 0);
    for (const [, file = ''] of files) assert.ok(ignored.includes(`${dirname(file)}/`), file);
  });

  it('says of each call of a merchant’s server what a restore undoes, cancellations first', () => {
    const section = serverReadme.slice(serverReadme.indexOf('### Calls to repeat after a restore'));
    const listed = table('Call', section).flatMap(([cell]) => codes(cell));
    const calls = merchantApiRoutes.filter(({ method }) => method === 'post');
    assert.deepEqual(listed.toSorted(), calls.map(({ path }) => path).sort());
    assert.match(listed[0] ?? '', /\/cancel$/);
    assert.match(serverReadme, /\(#calls-to-repeat-after-a-restore\)/);
  });
});

describe('server/bff/README.md', () => {
  it('lists every reason for which an order token is refused', () => {
    const rows = table('`reason`', read('server/bff/README.md'));
    const listed = rows.flatMap(([cell]) => codes(cell));
    assert.deepEqual(listed, [...orderRefusalReasons]);
  });
});

describe('each page', () => {
  for (const page of pages) {
    it(`leads to files and headings that exist: ${page}`, () => {
      assert.deepEqual(deadLinks(page), []);
    });
  }

  it('names commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm (?:run (?:-s )?)?(test(?::\w+)?|start|\w+:?\w*)`/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.notEqual(named.length, 0);
    assert.deepEqual(
      named.filter((name) => name !== 'ci' && scripts[name] === undefined),
      [],
    );
  });
});

describe('the pages about the way back from the lender', () => {
  for (const path of ['widget/README.md', 'server/bff/README.md', 'demo/docs/quick-start.ts']) {
    it(`show each form of the address: ${path}`, () => {
      for (const fragment of ['', '#/cart', '#/cart?page=2']) {
        const { hash } = new URL(withParameter(`https://shop.example/${fragment}`, 'CODE'));
        const added = hash.slice(fragment.length).replace('CODE', '…');
        assert.ok(read(path).includes(`\`${added}\``), added);
      }
    });
  }
});

describe('widget/README.md', () => {
  it('lists the attributes and properties of custom-elements.json', () => {
    const listed = table('Attribute', widgetReadme).map(([cell]) => codes(cell));
    const properties = checkout?.properties ?? [];
    const known = properties
      .filter(({ attribute }) => attribute)
      .map(({ attribute, name }) => (attribute === name ? [name] : [attribute, name]));
    assert.deepEqual(listed, known);
    for (const { attribute, name } of properties) {
      if (!attribute) assert.match(widgetReadme, new RegExp(`set \`${name}\``));
    }
  });

  it('names a client token wherever it says that a page can charge by an order token', () => {
    const described = checkout?.properties.find(({ name }) => name === 'orderToken')?.description;
    const [, meaning] =
      table('Attribute', widgetReadme).find(([cell]) => codes(cell).includes('orderToken')) ?? [];
    assert.match(described ?? '', /clientToken/);
    assert.match(meaning ?? '', /`client-token`/);
  });

  it('lists the events of custom-elements.json', () => {
    const listed = table('Event', widgetReadme).map(([event]) => codes(event)[0]);
    assert.deepEqual(
      listed,
      checkout?.events.map(({ name }) => name),
    );
  });

  it('lists the events that the element fires, with what they carry', () => {
    const listed = table('Event', widgetReadme).map(([event, , fields]) => ({
      type: codes(event)[0],
      isCancelable: event?.includes('(cancelable)'),
      fields: codes(fields?.split(':')[0]),
    }));
    assert.deepEqual(listed, eventFacts());
  });

  it('names every outcome of a charge', () => {
    const row = table('Event', widgetReadme).find(([event]) => event?.includes('charge-outcome'));
    assert.deepEqual(codes(row?.[2]).slice(1), [...chargeOutcomes]);
  });

  it('names the script of the version that is built', () => {
    const { version } = JSON.parse(read('widget/package.json'));
    const named = [...widgetReadme.matchAll(/soft-pull-checkout-([\d.]+)\.(?:js|tgz)/g)];
    assert.deepEqual([...new Set(named.map(([, each]) => each))], [version]);
  });

  it('names the title of a Spanish frame', () => {
    assert.ok(widgetReadme.includes(`\`${embedTexts.es.label}\``));
  });

  it('names the sources that the message needs', () => {
    assert.match(widgetReadme, /`<soft-pull-message>` always needs `script-src` and `connect-src`/);
  });

  it('lists what GET /v1/message answers where nothing is shown', () => {
    const refusals = [
      'invalid_request',
      'origin_not_allowed',
      'unknown_merchant',
      'rate_limited',
      'lender_unavailable',
    ] as const;
    const known = refusals.map((code) => {
      const { status } = problemOf(new BffError(code), '');
      return `${status} \`${code}\``;
    });
    const listed = table('Answer', widgetReadme).map(([answer]) => answer);
    assert.deepEqual(listed, ['200', '204', ...known]);
  });

  it('counts the custom properties', () => {
    assert.ok(
      widgetReadme.includes(`${themeProperties.length} \`--soft-pull-*\` custom properties`),
    );
  });
});

describe('server/lending/sandbox/README.md', () => {
  it('lists the personas that the sandbox knows, in its words', () => {
    const listed = table('SSN', sandboxReadme)
      .filter(([ssn]) => ssn !== 'any other')
      .map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
    const known = personas.map(({ ssn, outcome }) => [
      ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3'),
      outcome,
    ]);
    assert.deepEqual(listed, known);
  });

  it('says which secret key the demo merchant has', () => {
    assert.ok(sandboxReadme.includes(`\`${sandboxSecretKey}\``));
  });

  it('lists the other magic values, in its words', () => {
    const listed = table('Magic value', sandboxReadme).map(([values, field, effect]) => ({
      values: codes(values),
      field,
      effect,
    }));
    assert.deepEqual(listed, magicValues);
  });

  it('says how long an order may be that its charges are named after, as the demo does', () => {
    const isPassedOn = (length: number) => {
      const order = 'sbx:slow#'.padEnd(length, 'x');
      return sandboxPaymentIdentifier(order, randomUUID()).startsWith(order);
    };
    const longest = Array.from({ length: 64 }, (_, length) => length).findLast(isPassedOn);
    assert.ok(sandboxReadme.includes(`\`order_id\` of up to ${longest} characters`));
    assert.ok(read('demo/docs/testing.ts').includes(`at most ${longest} characters`));
  });

  it('names some of the replies that end text messages', () => {
    const row = sandboxReadme.split('\n').find((line) => line.includes('POST /messages/inbound'));
    const [anywhere = '', alone = ''] =
      /such as (.+?) anywhere in it.* such as (.+?) end them alone/.exec(row ?? '')?.slice(1) ?? [];
    const wordsOf = (list: string) => list.split(/, | or /).filter((word) => word !== '');
    assert.ok(wordsOf(anywhere).length > 5 && wordsOf(alone).length > 5, row);
    for (const word of wordsOf(anywhere)) assert.equal(keywordOf(`My bank: ${word} now`), 'stop');
    for (const word of wordsOf(alone)) {
      assert.equal(keywordOf(`${word}, please`), 'stop', word);
      assert.equal(keywordOf(`My bank: ${word} now`), null, word);
    }
  });

  it('lists the controls, in its words, with bodies that they take', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const listed = table('Control', sandboxReadme).map(([call, body, effect = '']) => ({
      call: codes(call)[0],
      body: codes(body)[0],
      description: `${effect.charAt(0).toUpperCase()}${effect.slice(1)}.`,
    }));
    const controls = await documentedControls(lending);
    const known = controls.map(({ method, path, description, hasBody, example }) => ({
      call: `${method} ${path}`,
      body: hasBody ? shownBody(example) : undefined,
      description,
    }));
    assert.deepEqual(listed, known);
  });
});

describe('the guides to the merchant API', () => {
  it('name its paths as its document does, by which generated types know them', () => {
    const known = new Set<string>(merchantApiRoutes.map(({ path }) => path));
    for (const guide of ['server/bff/README.md', 'demo/docs/server.ts', 'demo/docs/webhooks.ts']) {
      const named = [...read(guide).matchAll(/\/v1\/merchant\/[\w{}/.-]+/g)].map(([path]) => path);
      assert.ok(named.length > 0, guide);
      assert.deepEqual(
        named.filter((path) => !known.has(path)),
        [],
        guide,
      );
    }
  });
});

describe('server/bff/lender/README.md', () => {
  it('names every condition without which an offer is left out', async () => {
    const { conditions } = await constantsOf('server/bff/lender/sponsor-lending-api/read-loan.ts');
    const line = /one of these conditions[^:]*: (.*?)\. /.exec(read('server/bff/lender/README.md'));
    assert.deepEqual(codes(line?.[1]), [...(conditions as ReadonlySet<string>)]);
  });
});

describe('test/README.md', () => {
  it('counts the rows of the lending API’s description and the tests that prove them', () => {
    const counted = totals().map(({ kind, rows, tests }) => [kind, String(rows), String(tests)]);
    assert.deepEqual(table('Rows about', testReadme), counted);
  });
});

describe("the element's own documentation", () => {
  it('lists every event', () => {
    const fired = eventFacts().map(({ type }) => type);
    assert.deepEqual(documented(/@fires \{\w+\} ([\w-]+)/g), fired.toSorted());
  });

  it('lists every part', () => {
    assert.deepEqual(documented(/@csspart ([\w-]+)/g), exportedParts.split(', ').toSorted());
  });
});

describe("the shop's developer panel", () => {
  it('offers personas that the sandbox knows', () => {
    const known = new Set(personas.map(({ ssn }) => ssn));
    for (const { ssn } of demoPersonas) assert.ok(known.has(ssn.replaceAll('-', '')), ssn);
  });
});
