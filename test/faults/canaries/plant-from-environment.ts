// node --import ./plant-from-environment.ts: a product with the mistake that PLANTED_MISTAKE names, as JSON.
import { plant } from '../plant.ts';

plant(JSON.parse(process.env.PLANTED_MISTAKE ?? ''));
