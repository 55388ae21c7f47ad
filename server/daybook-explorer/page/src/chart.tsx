import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface Line {
  name: string;
  /** A property of the style sheet with its colour. */
  colour: string;
  unit: string;
}

const upTo = (_: uPlot, __: number, most: number): uPlot.Range.MinMax => [0, Math.max(1, most * 1.1)];

/** Lines over time. The table of the same numbers is the business of the caller. */
export function Chart({ lines, data, label }: { lines: Line[]; data: number[][]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = box.current!;
    const style = getComputedStyle(element);
    const read = (property: string) => style.getPropertyValue(property).trim();
    const axis = { stroke: read("--quiet"), grid: { stroke: read("--line"), width: 1 }, ticks: { stroke: read("--line"), width: 1 } };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height: 200,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      axes: [{ ...axis, incrs: [1, 5, 10, 30, 60, 300, 600], space: 70, values: (_, ticks) => ticks.map((tick) => new Date(tick * 1000).toISOString().slice(11, 19) + "Z") }, { ...axis, size: 56 }, { ...axis, side: 1, scale: lines[1]!.unit, size: 56, grid: { show: false } }],
      // At least one whole unit high, or the noise of an idle process would fill the picture.
      scales: { x: { time: true }, y: { range: upTo }, [lines[1]!.unit]: { range: upTo } },
      series: [{}, ...lines.map((line, index) => ({ label: `${line.name} (${line.unit})`, stroke: read(line.colour), width: 2, scale: index ? line.unit : "y", points: { show: false } }))],
    };
    plot.current = new uPlot(options, data as uPlot.AlignedData, element);
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: 200 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(data as uPlot.AlignedData), [data]);
  return <div class="chart" ref={box} role="img" aria-label={label} />;
}
