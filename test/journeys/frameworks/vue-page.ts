import { type App, createSSRApp, ref } from 'vue';
import type { SoftPullStepChangeEvent } from '../../../widget/index.ts';

const template = `<main>
  <button @click="amount = '5000.00'">Pay less</button>
  <button @click="isShown = !isShown">Turn over</button>
  <output>{{ step }}</output>
  <soft-pull-checkout
    v-if="isShown"
    :server="server"
    merchant="pk_sandbox_hillside"
    :amount="amount"
    isolation="inline"
    :heading-level="3"
    :prefill.prop="prefill"
    @soft-pull-step-change="hear"
  ></soft-pull-checkout>
</main>`;

export function vuePage(server: string): App {
  const app = createSSRApp({
    template,
    setup() {
      const step = ref('none');
      const hear = (event: SoftPullStepChangeEvent) => {
        step.value = event.step;
      };
      const prefill = { last_name: 'Sample' };
      return { server, prefill, amount: ref('8400.00'), isShown: ref(true), step, hear };
    },
  });
  app.config.compilerOptions.isCustomElement = (tag) => tag === 'soft-pull-checkout';
  return app;
}
