import { type App, createSSRApp, ref } from 'vue';
import type { SoftPullStepChangeEvent } from '../../../widget/index.ts';
import { frameOf, type PageOptions } from './page-options.ts';

const template = `<main>
  <button @click="amount = '5000.00'">Pay less</button>
  <button @click="isShown = !isShown">Turn over</button>
  <output>{{ step }}</output>
  <soft-pull-checkout
    v-if="isShown"
    :server="server"
    merchant="pk_sandbox_hillside"
    :amount="amount"
    :isolation="frame ? 'frame' : 'inline'"
    :heading-level="3"
    :prefill.prop="prefill"
    @soft-pull-step-change="hear"
  ><iframe v-if="frame" v-bind="frame"></iframe></soft-pull-checkout>
</main>`;

export function vuePage({ server, hasFrame }: PageOptions): App {
  const frame = hasFrame ? frameOf(server) : null;
  const app = createSSRApp({
    template,
    setup() {
      const step = ref('none');
      const hear = (event: SoftPullStepChangeEvent) => {
        step.value = event.step;
      };
      const prefill = { last_name: 'Sample' };
      return { server, frame, prefill, amount: ref('8400.00'), isShown: ref(true), step, hear };
    },
  });
  app.config.compilerOptions.isCustomElement = (tag) => tag === 'soft-pull-checkout';
  return app;
}
