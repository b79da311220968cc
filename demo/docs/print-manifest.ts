// node demo/docs/print-manifest.ts: what custom-elements.json would be, as the sources tell it now.
import { readManifest } from '../../widget/packaging/manifest.ts';

process.stdout.write(JSON.stringify(readManifest()));
