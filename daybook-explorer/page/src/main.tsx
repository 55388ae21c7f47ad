import { render } from "preact";
import "./page.css";

render(<main><h1>Daybook</h1></main>, document.getElementById("page")!);
