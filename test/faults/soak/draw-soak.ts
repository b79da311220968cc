import * as echarts from 'echarts';
import type { SoakSample } from '../soak-part.ts';

const width = 900;
const rowHeight = 190;

const rows = [
  { key: 'heap', name: 'Heap after collection, MB' },
  { key: 'resident', name: 'Resident memory, MB' },
  { key: 'descriptors', name: 'Descriptors' },
  { key: 'wal', name: 'Logs of SQLite, MB' },
] as const;

/** An SVG picture: what the product holds over time, one row for each. */
export function drawSoak(taken: readonly SoakSample[]): string {
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width,
    height: rowHeight * rows.length + 30,
  });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: rows.map(({ name }, row) => ({
      text: name,
      left: 60,
      top: rowHeight * row + 6,
      textStyle: { fontSize: 13, fontWeight: 'normal' },
    })),
    grid: rows.map((_row, row) => ({
      left: 60,
      right: 30,
      top: rowHeight * row + 34,
      height: rowHeight - 70,
    })),
    xAxis: rows.map((_row, row) => ({
      gridIndex: row,
      type: 'value',
      name: row === rows.length - 1 ? 'minutes' : '',
      nameLocation: 'middle',
      nameGap: 26,
    })),
    yAxis: rows.map((_row, row) => ({ gridIndex: row, type: 'value', min: 0 })),
    series: rows.map(({ key, name }, row) => ({
      name,
      type: 'line',
      showSymbol: false,
      xAxisIndex: row,
      yAxisIndex: row,
      data: taken.map((sample) => [sample.minutes, sample[key]]),
    })),
  });
  const picture = chart.renderToSVGString();
  chart.dispose();
  return picture;
}
