import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { type Config, readConfig } from '../../../server/config/config.ts';
import type { World } from '../../../server/config/settings-files.ts';
import { ownTexts } from '../../helpers/own-texts.ts';

export const digest = 'a'.repeat(64);

/** An entry of `MERCHANTS_FILE` with all that it needs outside the sandbox. */
export const merchant = {
  publishable_key: 'pk_live_shop',
  name: 'A shop',
  secret_key_sha256: [digest],
  order_secrets: ['s'.repeat(32)],
  order_keys: [],
  origins: ['https://shop.example'],
  request_user_id: 'rep',
  admin_user_id: 'admin',
  lender: {
    name: 'Elm Bank',
    nmls_id: '411111',
    phone: '1-614-555-0100',
    address: '1 Elm Street, Columbus, OH 43215',
  },
};

export const merchants = JSON.stringify([merchant]);

/** A 32-byte key, as `ENCRYPTION_KEY` takes it. */
export const key = createHash('sha256').update('a key').digest('base64url');

/** All that is needed with a lender that is not on this machine. */
export const outside = {
  LENDING_BASE_URL: 'https://lender.example',
  LENDING_USERNAME: 'sponsor',
  LENDING_PASSWORD: 'a password of our own',
  CALLBACK_USERNAME: 'callbacks',
  CALLBACK_PASSWORD: 'another of our own',
  ENCRYPTION_KEY: key,
  MERCHANTS_FILE: 'merchants.json',
  BFF_PUBLIC_URL: 'https://checkout.example',
  LINK_ALLOWED_ORIGINS: 'https://pages.lender.example',
  TEXTS_FOLDER: 'texts',
};

interface ConfigReader {
  /** As `worldWith`. */
  read(
    variables: Record<string, string>,
    file?: string,
    texts?: Readonly<Record<string, string>>,
  ): Config;
  /** `DATA_DIR`, which stays until the suite has ended. */
  folder(): string;
}

/** Reads settings as of 2026-03-02. */
export function configReader(): ConfigReader {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'soft-pull-config-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  return {
    read: (variables, file = merchants, texts = ownTexts()) =>
      readConfig({ DATA_DIR: folder, ...variables }, worldWith(file, texts)),
    folder: () => folder,
  };
}

/** Every settings file is `file`; `texts` are the files of the folder `texts`, by their paths. */
export function worldWith(file: string, texts: Readonly<Record<string, string>>): World {
  return {
    readFile: (path) => (path.startsWith('texts/') ? contentOf(texts, path) : file),
    listFolder: (path) => namesIn(texts, path),
    today: '2026-03-02',
  };
}

function contentOf(texts: Readonly<Record<string, string>>, path: string): string {
  return texts[path.slice('texts/'.length)] ?? missing(path);
}

function namesIn(texts: Readonly<Record<string, string>>, folder: string): string[] {
  const below = Object.keys(texts)
    .map((path) => `texts/${path}`)
    .filter((path) => path.startsWith(`${folder}/`));
  if (below.length === 0) missing(folder);
  return [...new Set(below.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))];
}

function missing(path: string): never {
  throw new Error(`ENOENT: no such file or directory, open '${path}'`);
}
