import { render } from 'preact';

const options = JSON.parse(document.body.dataset['options'] ?? '{}');

function App() {
  return <h1>{options.title}</h1>;
}

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
